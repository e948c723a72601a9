import type { Wallet } from '../credits/wallet.ts';
import { phaseOf } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { commands } from '../manifest.ts';
import type { Disposable } from '../util/disposable.ts';
import { countText } from './text/amounts.ts';
import { planText } from './text/credits.ts';
import { joined, say, type Words } from './text/words.ts';
import { StatusBarItem } from './window/statusBarItem.ts';

/** Active jobs and, with a key for the network, plan and credits at a glance; hidden when there is nothing to say. */
export class StatusBar implements Disposable {
  readonly #item = new StatusBarItem(say('File Utility Network'), commands.showMenu);
  readonly #jobs: Jobs;
  readonly #wallet: Wallet;
  #hasKey = false;

  constructor(jobs: Jobs, wallet: Wallet) {
    this.#jobs = jobs;
    this.#wallet = wallet;
  }

  setHasKey(hasKey: boolean): void {
    this.#hasKey = hasKey;
    this.update();
  }

  update(): void {
    const active = this.#jobs.all().filter((job) => phaseOf(job.state) === 'active').length;
    if (active === 0 && !this.#hasKey) {
      this.#item.hide();
      return;
    }
    const jobsText = active === 1 ? say('1 active job') : say('{0} active jobs', countText(active));
    const creditsText = this.#creditsText();
    this.#item.show({
      icon: active > 0 ? 'sync~spin' : 'arrow-swap',
      text: joined([active > 0 ? countText(active) : undefined, creditsText], ' · '),
      tooltip: joined([jobsText, creditsText, ...(this.#hasKey ? this.#explanations() : [])], '\n'),
      spoken: joined([say('Convert & Compress'), jobsText, creditsText], ', '),
    });
  }

  dispose(): void {
    this.#item.dispose();
  }

  #creditsText(): Words | undefined {
    return this.#hasKey ? planText(this.#wallet) : undefined;
  }

  #explanations(): Words[] {
    const knowsPlan = this.#wallet.entitlements?.tier !== undefined;
    const pace = say('The network does not say which plan this is, so few files go at a time.');
    return knowsPlan ? [this.#explanation()] : [this.#explanation(), pace];
  }

  #explanation(): Words {
    switch (this.#wallet.balance().kind) {
      case 'exact':
        return say('As the network says.');
      case 'estimated':
        return say(
          'Your plan’s credits less what was spent from here; the network does not say what is left.',
        );
      case 'unknown':
        return say('The network has not said yet how many credits there are.');
    }
  }
}
