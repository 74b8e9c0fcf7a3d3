"""Pictures that we draw ourselves, and what they are drawn with.

What a picture shows is a value of words and numbers, made as the message is (`drawing.Drawing`).
Drawing it needs nothing else, so it can be done in a thread, and once for equal values.
"""
