import { Emitter } from '../../util/emitter.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { areRulesOn, rulesAreOnKey } from './rulesAreOn.ts';

/** Whether a person has turned the rules of this workspace on; no file of the workspace can. */
export class RuleSwitch {
  readonly #store: KeyValueStore;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;

  /** @param store of the workspace */
  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  get isOn(): boolean {
    return areRulesOn(this.#store);
  }

  async turn(isOn: boolean): Promise<void> {
    await this.#store.update(rulesAreOnKey, isOn);
    this.#changes.fire();
  }
}
