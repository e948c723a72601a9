import { Emitter } from '../../util/emitter.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { type RuleList, rulesFingerprint } from './ruleList.ts';
import { areRulesOn, rulesAreOnKey } from './rulesAreOn.ts';

/** Whether a person has turned the rules of this workspace on; no file of the workspace can. Consent is for what was shown. */
export class RuleSwitch {
  readonly #store: KeyValueStore;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;

  /** @param store of the workspace */
  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Whether these rules are the ones that a person has agreed to. */
  isOnFor(rules: RuleList): boolean {
    return this.#store.get(rulesAreOnKey) === rulesFingerprint(rules);
  }

  /** Whether a person has agreed to other rules, and there are now these to follow. */
  isOutdatedFor(rules: RuleList): boolean {
    return areRulesOn(this.#store) && rules.usable.length > 0 && !this.isOnFor(rules);
  }

  /** @param rules that a person was shown */
  async turnOn(rules: RuleList): Promise<void> {
    await this.#set(rulesFingerprint(rules));
  }

  async turnOff(): Promise<void> {
    await this.#set(undefined);
  }

  async #set(consent: string | undefined): Promise<void> {
    await this.#store.update(rulesAreOnKey, consent);
    this.#changes.fire();
  }
}
