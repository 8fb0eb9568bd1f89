"""The wire's messages as the domain's values and back: the only place where both meet.

What comes in is checked and refused with the name of the field (`InvalidRequest`); what goes out
was ours already, and is made to fit the wire rather than refused.
"""
