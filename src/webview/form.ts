import { element } from './elements.ts';
import type { Control, Form, TabRequest } from './messages.ts';

type Send = (request: Extract<TabRequest, { type: 'set' | 'press' }>) => void;

/** A control on the page. It keeps its element, and what the user is typing, when its value changes. */
interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLElement;
  show(control: Control): void;
}

/**
 * A form beside the pictures. A control is only replaced if it changes in more than its value, so that none loses the
 * focus or what the user is typing.
 */
export class FormPanel {
  readonly element: HTMLElement;
  readonly #send: Send;
  readonly #controls = element('div', { class: 'controls' });
  readonly #moreControls = element('div', { class: 'controls' });
  readonly #summary = element('summary');
  readonly #more = element('details', {}, this.#summary, this.#moreControls);
  readonly #outcome = element('p', { class: 'outcome', 'aria-live': 'polite' });
  readonly #buttons = element('div', { class: 'buttons' });
  #fields = new Map<string, { readonly outline: string; readonly field: Field }>();
  #outline = '';

  constructor(send: Send) {
    this.#send = send;
    this.element = element(
      'section',
      { class: 'form', hidden: '' },
      this.#controls,
      this.#more,
      this.#buttons,
    );
  }

  show(form: Form | undefined): void {
    this.element.hidden = form === undefined;
    if (form === undefined) return;
    const { label, outcome, controls, more, moreControls, buttons } = form;
    this.element.setAttribute('aria-label', label);
    this.#outcome.textContent = outcome;
    this.#summary.textContent = more;
    this.#more.hidden = moreControls.length === 0;
    this.#build(form);
    for (const control of [...controls, ...moreControls]) this.#fields.get(control.name)?.field.show(control);
    for (const [index, button] of [...this.#buttons.children].entries())
      button.textContent = buttons[index]?.label ?? '';
  }

  #build({ controls, moreControls, buttons }: Form): void {
    const outline = JSON.stringify([controls.map(outlineOf), moreControls.map(outlineOf), buttons.length]);
    if (outline === this.#outline) return;
    this.#outline = outline;
    const earlier = this.#fields;
    const focused = [...earlier].find(([, { field }]) => field.input === document.activeElement)?.[0];
    this.#fields = new Map();
    const fieldOf = (control: Control): HTMLElement => {
      const own = JSON.stringify(outlineOf(control));
      const known = earlier.get(control.name);
      const field =
        known?.outline === own
          ? known.field
          : newField(control, (value) => this.#send({ type: 'set', name: control.name, value }));
      this.#fields.set(control.name, { outline: own, field });
      return field.element;
    };
    this.#controls.replaceChildren(...controls.map(fieldOf));
    // The result's size is beside the slider, which affects it most.
    const range = controls.find(({ kind }) => kind === 'range');
    const beside = range && this.#fields.get(range.name)?.field.element;
    if (beside === undefined) this.#controls.append(this.#outcome);
    else beside.after(this.#outcome);
    this.#moreControls.replaceChildren(...moreControls.map(fieldOf));
    this.#buttons.replaceChildren(
      ...buttons.map(({ id }) => {
        const button = element('button', { type: 'button', class: id });
        button.addEventListener('click', () => this.#send({ type: 'press', button: id }));
        return button;
      }),
    );
    this.#fields.get(focused ?? '')?.field.input.focus();
  }
}

/** The properties of a control that need a new element when they change. */
function outlineOf(control: Control): unknown {
  const { kind, name } = control;
  return [kind, name, kind === 'choice' ? control.choices : kind === 'range' ? control.unset : ''];
}

function newField(control: Control, onChange: (value: string) => void): Field {
  switch (control.kind) {
    case 'choice':
      return choiceField(control, onChange);
    case 'range':
      return rangeField(control, onChange);
    case 'text':
      return textField(onChange);
  }
}

function choiceField(
  { choices }: Extract<Control, { kind: 'choice' }>,
  onChange: (value: string) => void,
): Field {
  const options = choices.map(({ value, label }) =>
    element('option', { value }, document.createTextNode(label)),
  );
  const input = element('select', {}, ...options);
  input.addEventListener('change', () => onChange(input.value));
  const name = element('span');
  return {
    element: element('label', {}, name, input),
    input,
    show: ({ label, value }) => {
      name.textContent = label;
      input.value = value;
    },
  };
}

function rangeField(
  { unset }: Extract<Control, { kind: 'range' }>,
  onChange: (value: string) => void,
): Field {
  const input = element('input', { type: 'range' });
  const isEditing = editingOf(input);
  // The label would apply to an <output> element instead of the slider.
  const number = element('span', { 'aria-hidden': 'true' });
  const name = element('span');
  const box = element('input', { type: 'checkbox' });
  const boxLabel = element('span');
  input.addEventListener('input', () => onChange(input.value));
  box.addEventListener('change', () => onChange(box.checked ? '' : input.value));
  const range = element('label', {}, element('span', { class: 'named' }, name, number), input);
  const parts = unset === undefined ? [range] : [range, element('label', { class: 'check' }, box, boxLabel)];
  return {
    element: element('div', { class: 'field' }, ...parts),
    input,
    show: (control) => {
      if (control.kind !== 'range') return;
      name.textContent = control.label;
      input.min = String(control.min);
      input.max = String(control.max);
      // A slider without a value keeps its position, so that the same value can be set again.
      const isUnset = control.value === '';
      if (!isUnset && !isEditing()) input.value = control.value;
      number.textContent = isUnset ? '' : input.value;
      box.checked = isUnset;
      boxLabel.textContent = control.unset ?? '';
    },
  };
}

/**
 * Returns a function that is true while the user is typing or dragging. An older value that arrives then must not
 * replace the user's.
 */
function editingOf(input: HTMLInputElement): () => boolean {
  let isEditing = false;
  input.addEventListener('input', () => (isEditing = true));
  for (const end of ['change', 'blur']) input.addEventListener(end, () => (isEditing = false));
  return () => isEditing;
}

function textField(onChange: (value: string) => void): Field {
  const input = element('input', { type: 'text' });
  const isEditing = editingOf(input);
  const name = element('span');
  const problem = element('span', { class: 'problem', role: 'alert' });
  input.addEventListener('change', () => onChange(input.value));
  return {
    element: element('label', {}, name, input, problem),
    input,
    show: (control) => {
      if (control.kind !== 'text') return;
      name.textContent = control.label;
      input.placeholder = control.unset;
      if (!isEditing() && control.problem === undefined) input.value = control.value;
      input.setAttribute('aria-invalid', String(control.problem !== undefined));
      problem.textContent = control.problem ?? '';
    },
  };
}
