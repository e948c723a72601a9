import * as vscode from 'vscode';
import type { Balance, KnownWallet } from '../../credits/wallet.ts';
import type { UploadConsents } from '../../planning/uploads.ts';
import { zeroCost, costOf, type PlanCost, uploadsOf, type WorkPlan } from '../../planning/workPlan.ts';
import { commands } from '../../manifest.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { untilAborted } from '../../util/abort.ts';
import type { Connections } from '../network/connections.ts';
import { picturesFrom } from './jobRequests.ts';
import {
  batchDetail,
  batchQuestion,
  needsConfirmation,
  accountPage,
  uploadQuestion,
} from './batchQuestions.ts';
import { currentSettings } from '../settings.ts';
import { renewalText } from '../text/credits.ts';
import { undoDetail, undoQuestion } from '../text/batches.ts';
import { say, sentences } from '../text/safeText.ts';
import { ask, confirm, showWarning, withProgress } from '../ui/messages.ts';

/** Time to wait for an answer about costs. Without one, the user is asked before credits are spent anyway. */
const patienceMs = 5000;

export interface ConfirmContext {
  readonly jobs: Pick<Jobs, 'countPictures'>;
  readonly connections: Connections;
  readonly wallet: KnownWallet;
  readonly consents: UploadConsents;
}

/**
 * Asks, at most once, before a batch that is large, expensive, exceeds the balance, or contains the first upload from
 * this workspace. Resolves to the plan to run, or to `undefined` if the user cancels.
 */
export async function confirmBatch(
  context: ConfirmContext,
  plan: WorkPlan,
  confirmAboveCredits = currentSettings.confirmAboveCredits(),
): Promise<WorkPlan | undefined> {
  const { connections, wallet, consents } = context;
  const network = connections.networkOrigin();
  if (uploadsOf(plan).length === 0 || network === undefined) {
    const cost = network === undefined ? undefined : { uploads: 0, minCredits: 0 };
    return needsConfirmation(plan) ? confirmLarge(plan, cost) : plan;
  }
  const [{ cost, balance }, pictures] = await withProgress(
    { place: 'statusBar', title: say('Estimating the cost') },
    async (signal) => Promise.all([priceOf(context, plan), picturesOf(context, plan, signal)]),
  );
  const question = uploadQuestion({
    plan,
    cost,
    pictures,
    balance,
    renewal: renewalText(wallet.entitlements),
    hasAccountPage: currentSettings.authUrl() !== undefined,
    host: new URL(network).host,
    isFirst: !consents.has(network),
    confirmAboveCredits,
  });
  if (question === undefined) return needsConfirmation(plan) ? confirmLarge(plan, cost) : plan;
  const { message, detail, answers } = question;
  if (answers.length === 0) {
    await showWarning(sentences([say('{0}.', message), detail]));
    return undefined;
  }
  const chosen = await ask(message, detail, answers);
  if (chosen === accountPage) {
    await vscode.commands.executeCommand(commands.openAccount);
    return undefined;
  }
  if (chosen !== undefined && uploadsOf(chosen).length > 0) await consents.give(network);
  return chosen;
}

/** The number of pictures that are embedded in the uploads of a plan. */
async function picturesOf({ jobs }: ConfirmContext, plan: WorkPlan, signal: AbortSignal): Promise<number> {
  const requests = uploadsOf(plan).map(
    ({ uri, format, service, targetFormat = plan.work.targetFormat, options }) => ({
      source: uri,
      sourceFormat: formatOfFileName(baseName(uri)) === undefined ? format : undefined,
      service,
      picturesFrom: picturesFrom(uri, format, targetFormat, options),
    }),
  );
  return jobs.countPictures(
    requests.filter((request) => request.picturesFrom !== undefined),
    signal,
  );
}

/** Confirms a large batch. Without a cost, there is no network. */
async function confirmLarge(
  plan: WorkPlan,
  cost: Pick<PlanCost, 'uploads' | 'minCredits'> | undefined,
): Promise<WorkPlan | undefined> {
  const start = [{ title: say('Start'), value: plan }];
  return ask(batchQuestion(plan), batchDetail(plan, cost), start, { isHarmless: cost === undefined });
}

/**
 * The cost of a plan, and the available credits, without asking the user. The plan only counts as free if the service
 * has just said so.
 */
export async function priceOf(
  { connections, wallet }: ConfirmContext,
  plan: WorkPlan,
): Promise<{ cost: PlanCost; balance: Balance }> {
  const isKnown = wallet.charges && wallet.entitlements !== undefined;
  const isAnswered = !isKnown && (await refreshed(wallet));
  if (isAnswered && !wallet.charges) return { cost: zeroCost(plan), balance: wallet.balance() };
  const cost = await costAt(connections, plan);
  if (!wallet.charges) return { cost, balance: { kind: 'unknown' } };
  if (isKnown && !covers(wallet.balance(), cost)) await refreshed(wallet);
  return { cost, balance: wallet.balance() };
}

async function costAt(connections: Connections, plan: WorkPlan): Promise<PlanCost> {
  const signal = AbortSignal.timeout(patienceMs);
  return costOf(plan, async (from, to) => {
    const { client } = await connections.network();
    return client.estimate(from, to, signal);
  });
}

function covers(balance: Balance, { minCredits }: PlanCost): boolean {
  return 'credits' in balance && balance.credits >= minCredits;
}

/**
 * Requests the plan and the balance again.
 * @returns whether the answer came in time
 */
async function refreshed(wallet: KnownWallet): Promise<boolean> {
  return untilAborted(wallet.refresh(), AbortSignal.timeout(patienceMs)).then(
    () => true,
    () => false,
  );
}

/** Asks before several results are undone, which one click must not remove. Resolves to `false` if the user cancels. */
export async function confirmUndo(results: number): Promise<boolean> {
  const question = undoQuestion(results);
  return question === undefined || confirm(question, undoDetail(), say('Undo'));
}
