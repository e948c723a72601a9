import path from 'node:path';
import * as vscode from 'vscode';
import { Ledger, noSavings, type Savings, savingsOf, trackSavings } from '../../credits/ledger.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';

/** Delay before the ledger is read again. Many jobs may end at once, and each adds a line to its file. */
const rereadMs = 1000;

/** The savings of the current month, including those of other windows. */
export class MonthSavings implements Disposable {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changes = this.#store.add(new Emitter<void>());
  readonly onDidChange = this.#changes.event;
  #savings: Savings = noSavings;
  #timer: Disposable | undefined;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#store.add(ledger.onDidChange(() => this.#readSoon()));
    this.#store.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#readSoon()));
    this.#readSoon();
  }

  get(): Savings {
    return this.#savings;
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#store.dispose();
  }

  #readSoon(): void {
    this.#timer ??= this.#clock.schedule(rereadMs, () => {
      this.#timer = undefined;
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    this.#savings = savingsOf(await this.#ledger.thisMonth());
    this.#changes.fire();
  }
}

/** Records the savings and costs of jobs in files in the storage folder. Provides those of the current month. */
export function keepSavings(jobs: Jobs, storage: vscode.Uri, log: (message: string) => void) {
  const ledger = new Ledger(path.join(storage.fsPath, 'savings'), systemClock, log);
  const month = new MonthSavings(ledger, systemClock);
  const owned = vscode.Disposable.from(trackSavings(jobs, ledger), month, ledger);
  return { month, dispose: () => owned.dispose() };
}
