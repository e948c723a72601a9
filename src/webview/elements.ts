type Attributes = Readonly<Record<string, string>>;

/** An element with its attributes, and what is in it. */
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

/** One of several that exclude each other, drawn as buttons in a row; `labels` are set once the words are there. */
export class RadioGroup<Value extends string> {
  readonly element: HTMLFieldSetElement;
  readonly #legend = element('legend', { class: 'spoken' });
  readonly #options: ReadonlyMap<Value, { readonly input: HTMLInputElement; readonly label: HTMLElement }>;

  constructor(name: string, values: readonly Value[], onChoose: (value: Value) => void) {
    this.#options = new Map(
      values.map((value) => {
        const input = element('input', { type: 'radio', name, value });
        input.addEventListener('change', () => onChoose(value));
        return [value, { input, label: element('span') }];
      }),
    );
    const labels = [...this.#options.values()].map(({ input, label }) => element('label', {}, input, label));
    this.element = element('fieldset', {}, this.#legend, ...labels);
  }

  /** Names the group and what it offers; a key that chooses one is told with it. */
  name(legend: string, names: Readonly<Record<Value, string>>, keys: Readonly<Record<Value, string>>): void {
    this.#legend.textContent = legend;
    for (const [value, { input, label }] of this.#options) {
      label.textContent = names[value];
      label.title = `${names[value]} (${keys[value]})`;
      input.setAttribute('aria-keyshortcuts', keys[value]);
    }
  }

  choose(value: Value): void {
    const option = this.#options.get(value);
    if (option) option.input.checked = true;
  }
}

/** A range with its name before it. */
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
