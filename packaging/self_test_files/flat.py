"""Office documents that are one XML file: Word and Excel 2003, flat Office Open XML, flat OpenDocument."""

from __future__ import annotations

import json

import zipped

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def word_2003(text: str) -> bytes:
    space = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"'
    body = f"<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body>"
    return f'{zipped.XML}<?mso-application progid="Word.Document"?>\n<w:wordDocument {space}>{body}</w:wordDocument>\n'.encode()


def word_flat(text: str) -> bytes:
    link = f'<Relationship Id="rId1" Type="{_OFFICE_DOCUMENT}" Target="word/document.xml"/>'
    body = f'<w:document xmlns:w="{_W}"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>'
    parts = _part("/_rels/.rels", f'<Relationships xmlns="{_RELATIONSHIPS}">{link}</Relationships>')
    parts += _part("/word/document.xml", body)
    space = 'xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"'
    return f'{zipped.XML}<?mso-application progid="Word.Document"?>\n<pkg:package {space}>{parts}</pkg:package>\n'.encode()


def _part(name: str, xml: str) -> str:
    return f'<pkg:part pkg:name="{name}"><pkg:xmlData>{xml}</pkg:xmlData></pkg:part>'


def excel_2003(text: str) -> bytes:
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    row = f'<Row><Cell><Data ss:Type="String">{text}</Data></Cell></Row>'
    sheet = f'<Worksheet ss:Name="Berths"><Table>{row}</Table></Worksheet>'
    return f'{zipped.XML}<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="{space}" xmlns:ss="{space}">{sheet}</Workbook>\n'.encode()


def fodt(text: str) -> bytes:
    body = zipped.open_body("text", f"<text:p>{text}</text:p>")
    attributes = f'{zipped.open_spaces()} office:version="1.2" office:mimetype="{zipped.ODT_TYPE}"'
    return f"{zipped.XML}<office:document {attributes}>{body}</office:document>\n".encode()


def notebook(text: str) -> bytes:
    """A Jupyter notebook of one cell of text."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": [text]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
