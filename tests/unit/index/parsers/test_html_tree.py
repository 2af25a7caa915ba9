"""The tree of a web page: order, counts of links, and pages nested without reason."""

from __future__ import annotations

from index.parsers.html_main import is_boilerplate
from index.parsers.html_tree import parse_tree

LINKS = "".join(f"<li><a href='{n}'>Topic {n}</a></li>" for n in range(6))


def test_elements_are_found_in_the_order_of_the_document() -> None:
    tree = parse_tree("<div><a>1</a><p><a>2<b><a>3</a></b></a></p></div><a>4</a>")
    assert [node.text()[0] for node in tree.find_all("a")] == ["1", "2", "3", "4"]


def test_links_are_counted_in_every_element_around_them() -> None:
    tree = parse_tree("<div><p><a>1</a> <a>2</a></p></div><ul><li><a>3</a></li></ul>")
    counts = [next(tree.find_all(tag)).links for tag in ("div", "p", "ul", "a")]
    assert (tree.links, *counts) == (3, 2, 2, 1, 0)


def test_a_list_of_links_is_no_text_and_a_list_with_few_links_is() -> None:
    assert is_boilerplate(next(parse_tree(f"<ul>{LINKS}</ul>").find_all("ul")))
    assert not is_boilerplate(next(parse_tree("<ul><li><a>One</a></li><li>Two</li></ul>").find_all("ul")))


def test_a_page_nested_without_reason_is_walked_to_its_end() -> None:
    depth = 3_000
    tree = parse_tree("<div>" * depth + "words in the deep" + "</div>" * depth)
    assert sum(1 for _ in tree.find_all("div")) == depth
    assert "words in the deep" in tree.text()
