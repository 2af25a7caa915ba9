"""The models for text recognition and the two settings files lie inside the package."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("rapidocr", includes=["*.yaml", "models/*.onnx", "models/*.txt"])
