"""The phone's screen in words: what is on it, laid out on the cells of a terminal.

From an observation to text, without Textual:

    observation -> pieces -> bands -> columns, heights -> PhoneLayout -> paint -> CellCanvas

`pieces` says what each element is and which words it has, `bands` which pieces stand side by side,
`columns` where in the line, `heights` how many lines, `windows` what lies above what, `colours` what
the screenshot tells of colours, `places` where a cell is on the phone and a point in the drawing.
"""
