import time

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import CHATML_TEMPLATE, THINKING_TEMPLATE

from runtime.engines.gguf.chat_template import MAX_TEMPLATE_BYTES, derive, markup_of
from runtime.errors import BadBundle
from runtime.prompts.format import ChatMarkup

CHATML = ChatMarkup("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n")
WITH_DEFAULT_SYSTEM = """\
{%- if messages[0].role == 'system' %}
    {{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
{%- else %}
    {{- '<|im_start|>system\\nYou are a helpful assistant.<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""
SEES_AND_THINKS = """\
{%- macro show(content) %}
    {%- if content is string %}{{- content }}
    {%- else %}
        {%- for item in content %}
            {%- if item.type == 'image' %}{{- '<|vision_start|><|image_pad|><|vision_end|>' }}
            {%- elif 'text' in item %}{{- item.text }}
            {%- else %}{{- raise_exception('Unexpected item type in content.') }}{%- endif %}
        {%- endfor %}
    {%- endif %}
{%- endmacro %}
{%- if tools and tools is iterable %}{{- '<|im_start|>system\\n' }}{{ tools | tojson }}{%- endif %}
{%- set ns = namespace(last=messages|length - 1) %}
{%- for message in messages[::-1] %}
    {%- if message.role == "user" %}{%- set ns.last = loop.index0 %}{%- break %}{%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- if message.role == 'user' %}
        {{- '<|im_start|>user\\n' + show(message.content)|trim + '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\\n\\n</think>\\n\\n' }}
    {%- else %}
        {{- '<think>\\n' }}
    {%- endif %}
{%- endif %}
"""
LLAMA3 = (
    "{% set loop_messages = messages %}{% for message in loop_messages %}"
    "{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'"
    " + message['content'] | trim + '<|eot_id|>' %}"
    "{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}"
    "{% endfor %}{% if add_generation_prompt %}"
    "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('No system role') }}"
    "{% endif %}{% for message in messages %}"
    "{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Order!') }}"
    "{% endif %}{% if message['role'] == 'assistant' %}{% set role = 'model' %}{% else %}"
    "{% set role = message['role'] %}{% endif %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)
PARTS_ONLY = (
    "{% for m in messages %}<|{{ m.role }}|>{% for part in m.content %}{{ part.text }}{% endfor %}"
    "{{ eos_token }}\n{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)

# Which bound is met first depends on how busy the machine is.
ENDED = "did not end|MemoryError|was ended|cannot be used|not valid Jinja"
DOUBLING = (
    "{% set ns = namespace(x='x') %}"
    "{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}"
)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        (CHATML_TEMPLATE, CHATML),
        (
            THINKING_TEMPLATE,
            ChatMarkup(
                CHATML.before_prompt, CHATML.before_reply + "<think>\n", reply_opening="<think>\n"
            ),
        ),
        (
            SEES_AND_THINKS,
            ChatMarkup(
                CHATML.before_prompt, CHATML.before_reply + "<think>\n", reply_opening="<think>\n"
            ),
        ),
        (
            WITH_DEFAULT_SYSTEM,
            ChatMarkup(
                "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n",
                CHATML.before_reply,
            ),
        ),
        (
            LLAMA3,
            ChatMarkup(
                "<|start_header_id|>user<|end_header_id|>\n\n",
                "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
            ),
        ),
        (
            GEMMA,
            ChatMarkup("<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n"),
        ),
        (PARTS_ONLY, ChatMarkup("<|user|>", "</s>\n<|assistant|>\n")),
        ("{% generation %}{{ messages[0].content }}{% endgeneration %}:", ChatMarkup("", ":")),
    ],
    ids="chatml thinking sees-and-thinks system llama3 gemma parts generation".split(),
)
def test_markup_is_what_the_template_puts_around_a_message(
    template: str, expected: ChatMarkup
) -> None:
    assert derive(template, eos="</s>") == expected


def test_a_beginning_of_text_is_there_only_if_it_is_given() -> None:
    assert derive(GEMMA, bos="<bos>").before_prompt == "<bos><start_of_turn>user\n"


def test_a_thought_that_the_template_closes_is_no_opening_of_the_reply() -> None:
    template = "{{ messages[0].content }}{{ '<think>\n\n</think>\n\n' }}"

    assert derive(template) == ChatMarkup("", "<think>\n\n</think>\n\n")


def test_the_confined_process_gives_the_same_markup() -> None:
    assert markup_of(SEES_AND_THINKS, eos="<|im_end|>") == derive(SEES_AND_THINKS)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{% for message in messages %}", "not valid Jinja"),
        ("nothing of the user's", "does not show the user's message"),
        ("{{ messages[0].content }}{{ messages[0].content }}", "2 times"),
        ("{% if 1 %}" * 20000, "RecursionError"),
        ("{{ raise_exception('only with a system message') }}", "only with a system message"),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "SecurityError"),
        ("{{ messages.append(1) }}", "SecurityError"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
        ("{% include '/etc/passwd' %}", "cannot be used"),
        ("{{ messages[0].content }}{{ 'x' * 100000 }}", "characters around a prompt"),
    ],
)
def test_what_cannot_be_used_is_reported(template: str, message: str) -> None:
    with pytest.raises(BadBundle, match=message):
        derive(template)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
            r"did not end within 1 s",
        ),
        ("{{ 'x' * 10 ** 11 }}", ENDED),
        (DOUBLING, ENDED),
        ("{{ 2 ** (2 ** 40) }}", ENDED),
        ("(" * 200 + "{{ " + "(" * 90000, ENDED),
        ("{% if 1 %}" * 20000, ENDED),
        ("x" * (MAX_TEMPLATE_BYTES + 1), "more than a template needs"),
    ],
    ids="endless large doubling power brackets nested long".split(),
)
def test_a_hostile_template_is_ended_and_reported(template: str, message: str) -> None:
    begun = time.monotonic()

    with pytest.raises(BadBundle, match=message):
        markup_of(template, timeout_s=1)

    assert time.monotonic() - begun < 60


@given(st.text(alphabet="{}%-#' ax=|()[]0.\n", max_size=60))
def test_no_template_raises_anything_but_our_errors(noise: str) -> None:
    template = "{{ messages[0].content }}" + noise
    try:
        markup = derive(template)
    except BadBundle:
        return
    # Without anything of Jinja's in it, the noise is there as it is.
    if not any(mark in noise for mark in ("{{", "{%", "{#", "\n")):
        assert markup.before_reply == noise
    assert markup.before_prompt == ""


def test_templates_are_rendered_as_jinja_would() -> None:
    plain = jinja2.Template(CHATML_TEMPLATE, trim_blocks=True, lstrip_blocks=True)
    shown = plain.render(
        messages=[{"role": "user", "content": "Hello"}], add_generation_prompt=True
    )

    markup = derive(CHATML_TEMPLATE)

    assert markup.before_prompt + "Hello" + markup.before_reply == shown
