import type { Wallet } from '../../credits/wallet.ts';
import type { UploadConsents } from '../../formats/uploadConsents.ts';
import { costOf, type PlanCost, uploadsOf, type WorkPlan } from '../../formats/workPlan.ts';
import { commands } from '../../manifest.ts';
import { untilAborted } from '../../util/abort.ts';
import type { Connections } from '../connections.ts';
import { batchCostText, batchQuestion, needsConfirmation } from '../model/batchQuestion.ts';
import { uploadQuestion } from '../model/uploadQuestion.ts';
import { currentSettings } from '../settings.ts';
import { renewalText } from '../text/credits.ts';
import { say } from '../text/words.ts';
import { ask, commandAction, confirm, showWarning } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';

/** A network that takes longer to say what it costs is not waited for: nothing is spent before the person knows. */
const patienceMs = 5000;

interface ConfirmContext {
  readonly connections: Connections;
  readonly wallet: Wallet;
  readonly consents: UploadConsents;
}

/**
 * Asks, once at most, before a batch starts that is large, costs much or more than there is, or is the first to be sent from
 * this workspace. Resolves to what is to be done, or to `undefined` for nothing.
 */
export async function confirmBatch(context: ConfirmContext, plan: WorkPlan): Promise<WorkPlan | undefined> {
  const { connections, wallet, consents } = context;
  const network = connections.networkOrigin();
  if (uploadsOf(plan).length === 0 || network === undefined) {
    return needsConfirmation(plan) ? confirmLarge(plan, { paidFiles: 0, leastCredits: 0 }) : plan;
  }
  const cost = await withProgress({ place: 'statusBar', title: say('Asking what it costs') }, async () => {
    const found = await costAt(connections, plan);
    await refreshUnlessCovered(wallet, found);
    return found;
  });
  const question = uploadQuestion({
    plan,
    cost,
    balance: wallet.balance(),
    renewal: renewalText(wallet.entitlements),
    host: new URL(network).host,
    isFirst: !consents.has(network),
    confirmAboveCredits: currentSettings.confirmAboveCredits(),
  });
  if (question === undefined) return needsConfirmation(plan) ? confirmLarge(plan, cost) : plan;
  const { message, detail, answers } = question;
  if (answers.length === 0) {
    await showWarning(message, commandAction(say('Open Account Page'), commands.openAccount));
    return undefined;
  }
  const chosen = await ask(message, detail, answers);
  if (chosen !== undefined && uploadsOf(chosen).length > 0) await consents.give(network);
  return chosen;
}

async function confirmLarge(
  plan: WorkPlan,
  cost: Pick<PlanCost, 'paidFiles' | 'leastCredits'>,
): Promise<WorkPlan | undefined> {
  const text = batchCostText(plan.planned.length, cost);
  return (await confirm(batchQuestion(plan), text, say('Start'))) ? plan : undefined;
}

async function costAt(connections: Connections, plan: WorkPlan): Promise<PlanCost> {
  const signal = AbortSignal.timeout(patienceMs);
  return costOf(plan, async (from, to) => {
    const { client } = await connections.get('network');
    return client.estimate(from, to, signal);
  });
}

/** Asks for the balance where the one that is known would not do, or none is: it may have been renewed. */
async function refreshUnlessCovered(wallet: Wallet, { leastCredits }: PlanCost): Promise<void> {
  const balance = wallet.balance();
  if (balance.kind !== 'unknown' && balance.credits >= leastCredits) return;
  await untilAborted(wallet.refresh(), AbortSignal.timeout(patienceMs)).catch(() => undefined);
}
