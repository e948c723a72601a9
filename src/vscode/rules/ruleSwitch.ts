import { Emitter } from '../../util/emitter.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { type RuleList, rulesFingerprint } from './ruleList.ts';
import { areRulesOn, rulesAreOnKey } from './rulesAreOn.ts';

/**
 * The user's consent to the rules in this workspace. No file in the workspace can give consent, and it only applies to
 * the rules that the user was shown.
 */
export class RuleSwitch {
  readonly #store: KeyValueStore;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** True if the user has agreed to exactly these rules. */
  isOnFor(rules: RuleList): boolean {
    return this.#store.get(rulesAreOnKey) === rulesFingerprint(rules);
  }

  /** True if the user has agreed to other rules than these, and at least one of these is valid. */
  isOutdatedFor(rules: RuleList): boolean {
    return areRulesOn(this.#store) && rules.usable.length > 0 && !this.isOnFor(rules);
  }

  /** @param rules the rules that the user was shown */
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
