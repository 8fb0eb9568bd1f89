"""`phonebuddy --web`: the screens in a browser, with the phone as a picture beside them.

`serving` and `windows` run in the server, `driver`, `outlet` and `page_input` in the screens' process
that the server starts for each window; `page/` is what the browser loads.
"""
