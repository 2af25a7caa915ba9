"""The language model, which is opened by path."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("py3langid", includes=["data/*"])
