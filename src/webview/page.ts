import type { Choices } from './choices.ts';
import { element, RadioGroup, Range } from './elements.ts';
import type { TabContent } from './messages.ts';
import { Stage } from './stage.ts';

const modeKeys: ReadonlyMap<Choices['mode'], string> = new Map([
  ['slider', '1'],
  ['side', '2'],
  ['difference', '3'],
]);
const zoomKeys: ReadonlyMap<Choices['zoom'], string> = new Map([
  ['fit', '4'],
  ['actual', '5'],
]);

interface PageOptions {
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly onAct: () => void;
  readonly onGo: (index: number) => void;
}

/** A tab of pictures. Words reach it as text alone, and all it does a key does, too. */
export class PicturePage {
  readonly #options: PageOptions;
  readonly #modes = new RadioGroup('mode', modeKeys, (mode) => this.#choose({ mode }));
  readonly #zooms = new RadioGroup('zoom', zoomKeys, (zoom) => this.#choose({ zoom }));
  readonly #divider = new Range({ min: '0', max: '100' }, (divider) => this.#choose({ divider }));
  readonly #gain = new Range({ min: '1', max: '32' }, (gain) => this.#choose({ gain }));
  readonly #previous = element('button', { class: 'previous', 'aria-keyshortcuts': 'PageUp' });
  readonly #next = element('button', { class: 'next', 'aria-keyshortcuts': 'PageDown' });
  readonly #place = element('span', { class: 'place' });
  readonly #heading = element('h1', { class: 'spoken' });
  readonly #status = element('p', { role: 'status' });
  readonly #action = element('button', { class: 'action', hidden: '' });
  readonly #facts = element('table');
  readonly #remarks = element('ul');
  readonly #about = element('section', { class: 'about' }, this.#facts, this.#remarks);
  readonly #stage: Stage;
  #choices: Choices;
  #content: TabContent | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
    this.#choices = options.choices;
    this.#stage = new Stage(options.choices, (divider) => this.#choose({ divider }));
    this.#previous.addEventListener('click', () => this.#go(-1));
    this.#next.addEventListener('click', () => this.#go(1));
    this.#action.addEventListener('click', () => options.onAct());
    const places = element('div', { class: 'places' }, this.#previous, this.#place, this.#next);
    const ranges = [this.#divider.element, this.#gain.element];
    document.body.append(
      element('header', {}, this.#heading, this.#modes.element, this.#zooms.element, ...ranges, places),
      this.#status,
      this.#action,
      this.#stage.element,
      this.#about,
    );
    document.addEventListener('keydown', (event) => this.#press(event));
    this.#choose({});
  }

  show(content: TabContent): void {
    this.#content = content;
    const { words, title, status, action, pictures, place } = content;
    document.title = title;
    this.#heading.textContent = title;
    document.body.dataset['pictures'] = String(pictures.length);
    this.#modes.name(words.view, [
      ['slider', words.slider],
      ['side', words.sideBySide],
      ['difference', words.difference],
    ]);
    this.#zooms.name(words.size, [
      ['fit', words.fit],
      ['actual', words.actual],
    ]);
    this.#divider.name(words.divider);
    this.#gain.name(words.gain);
    nameButton(this.#previous, words.previous, place === undefined || place.index === 0);
    nameButton(this.#next, words.next, place === undefined || place.index + 1 >= place.count);
    this.#place.textContent = place?.text ?? '';
    document.body.dataset['places'] = String(place?.count ?? 1);
    this.#status.textContent = status;
    this.#action.textContent = action ?? '';
    this.#action.hidden = action === undefined;
    this.#about.setAttribute('aria-label', words.facts);
    this.#facts.replaceChildren(...content.facts.map(factRow));
    this.#remarks.replaceChildren(...content.remarks.map((text) => withText('li', text)));
    this.#stage.show(content);
  }

  #choose(chosen: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...chosen };
    const { mode, zoom, divider, gain } = this.#choices;
    document.body.dataset['mode'] = mode;
    document.body.dataset['zoom'] = zoom;
    this.#modes.choose(mode);
    this.#zooms.choose(zoom);
    this.#divider.value = divider;
    this.#gain.value = gain;
    this.#stage.choose(this.#choices);
    this.#options.onChoose(this.#choices);
  }

  #go(step: number): void {
    const { place } = this.#content ?? {};
    const index = (place?.index ?? 0) + step;
    if (place !== undefined && index >= 0 && index < place.count) this.#options.onGo(index);
  }

  #press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { key, target } = event;
    const mode = valueOf(modeKeys, key);
    const zoom = valueOf(zoomKeys, key);
    if (mode !== undefined && this.#content?.pictures.length === 2) this.#choose({ mode });
    else if (zoom !== undefined) this.#choose({ zoom });
    // A range takes the keys of pages for itself.
    else if (target instanceof HTMLInputElement && target.type === 'range') return;
    else if (key === 'PageUp' || key === 'PageDown') this.#go(key === 'PageUp' ? -1 : 1);
    else return;
    event.preventDefault();
  }
}

function valueOf<Value>(keys: ReadonlyMap<Value, string>, pressed: string): Value | undefined {
  return [...keys].find(([, key]) => key === pressed)?.[0];
}

function nameButton(button: HTMLButtonElement, name: string, isOff: boolean): void {
  button.textContent = name;
  // One that is disabled would lose the focus, and with it the place on the page.
  button.setAttribute('aria-disabled', String(isOff));
}

function factRow({ label, values }: TabContent['facts'][number]): HTMLElement {
  const head = withText('th', label);
  head.setAttribute('scope', 'row');
  return element('tr', {}, head, ...values.map((value) => withText('td', value)));
}

function withText(tag: 'li' | 'td' | 'th', text: string): HTMLElement {
  return element(tag, {}, document.createTextNode(text));
}
