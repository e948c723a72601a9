type Attributes = Readonly<Record<string, string>>;

/** Creates an element with attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A row of radio buttons, each with a keyboard shortcut. They are labeled when the page receives its texts. */
export class RadioGroup<Value extends string> {
  readonly element: HTMLFieldSetElement;
  readonly #legend = element('legend', { class: 'spoken' });
  readonly #options = new Map<Value, { input: HTMLInputElement; label: HTMLElement; key: string }>();

  constructor(name: string, keys: ReadonlyMap<Value, string>, onChoose: (value: Value) => void) {
    this.element = element('fieldset', {}, this.#legend);
    for (const [value, key] of keys) {
      const input = element('input', { type: 'radio', name, value, 'aria-keyshortcuts': key });
      input.addEventListener('change', () => onChoose(value));
      const label = element('span');
      this.#options.set(value, { input, label, key });
      this.element.append(element('label', {}, input, label));
    }
  }

  name(legend: string, names: readonly (readonly [Value, string])[]): void {
    this.#legend.textContent = legend;
    for (const [value, name] of names) {
      const { label, key = '' } = this.#options.get(value) ?? {};
      if (label === undefined) continue;
      label.textContent = name;
      label.title = `${name} (${key})`;
    }
  }

  /** Selects one of the radio buttons, or none. */
  choose(value: Value | undefined): void {
    for (const [each, { input }] of this.#options) input.checked = each === value;
  }
}

/** A slider with a label before it. */
export class Range {
  readonly element: HTMLLabelElement;
  readonly input: HTMLInputElement;
  readonly #name = element('span');

  constructor(limits: Attributes, onInput: (value: number) => void) {
    this.input = element('input', { type: 'range', ...limits });
    this.input.addEventListener('input', () => onInput(this.input.valueAsNumber));
    this.element = element('label', { class: 'range' }, this.#name, this.input);
  }

  name(text: string): void {
    this.#name.textContent = text;
  }

  set value(value: number) {
    this.input.valueAsNumber = value;
  }
}
