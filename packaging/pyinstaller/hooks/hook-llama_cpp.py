"""llama.cpp is loaded by path from the package's ``lib`` folder, so no import names it: take all of the folder."""

from PyInstaller.utils.hooks import collect_dynamic_libs

binaries = collect_dynamic_libs("llama_cpp", search_patterns=["*.so", "*.so.*", "*.dll", "*.dylib"])
