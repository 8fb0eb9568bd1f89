# Included by llama.cpp's own build: leaves out what llama-cpp-python never loads, a third of the time.
set(LLAMA_BUILD_COMMON OFF CACHE BOOL "not loaded by llama-cpp-python" FORCE)
