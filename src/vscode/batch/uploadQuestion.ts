import type { Balance } from '../../credits/wallet.ts';
import { affordable, withUploads } from '../../planning/uploads.ts';
import { type PlanCost, type PlannedFile, uploadsOf, type WorkPlan } from '../../planning/workPlan.ts';
import { batchQuestion, leftOutText } from './batchQuestion.ts';
import { balanceText, creditsText } from '../text/credits.ts';
import { fileName, filesText } from '../text/files.ts';
import { untrusted, joined, say, sayCount, sentences, type SafeText } from '../text/safeText.ts';

/** Facts that determine whether to ask before an upload. */
export interface UploadFacts {
  readonly plan: WorkPlan;
  readonly cost: PlanCost;
  /** The number of pictures that are embedded in the uploaded texts. */
  readonly pictures: number;
  readonly balance: Balance;
  /** The time when credits renew, if known. */
  readonly renewal: SafeText | undefined;
  readonly hasAccountPage: boolean;
  /** The host that receives the files. */
  readonly host: string;
  /** True if no file of this workspace has been sent to that host before. */
  readonly isFirst: boolean;
  /** Batches that cost more credits are confirmed. */
  readonly confirmAboveCredits: number;
}

/** The answer that opens the page for buying credits. */
export const accountPage = 'accountPage';

/** A question. Each answer has its own plan. */
interface UploadQuestion {
  readonly message: SafeText;
  readonly detail: SafeText;
  readonly answers: readonly { readonly title: SafeText; readonly value: WorkPlan | typeof accountPage }[];
}

/**
 * The question before files are sent and credits are spent; `undefined` if there is nothing to decide. Only offers
 * answers that are possible.
 */
export function uploadQuestion(facts: UploadFacts): UploadQuestion | undefined {
  const { plan, cost, balance, isFirst, confirmAboveCredits } = facts;
  if (uploadsOf(plan).length === 0) return undefined;
  if ('credits' in balance && balance.credits < cost.minCredits) {
    return shortageQuestion(facts, balance);
  }
  if (isFirst) return firstQuestion(facts);
  return cost.minCredits > confirmAboveCredits ? costQuestion(facts) : undefined;
}

function shortageQuestion(
  facts: UploadFacts,
  balance: Extract<Balance, { readonly credits: number }>,
): UploadQuestion {
  const { plan, cost } = facts;
  const uploads = uploadsOf(plan);
  const paid = affordable(plan, cost, balance.credits);
  const rest = uploads.filter((file) => !paid.includes(file));
  const some = paid.length > 0;
  return {
    message: say(
      '{0}, at least {1}, you have {2}',
      filesName(uploads),
      creditsText(cost.minCredits),
      balance.credits,
    ),
    detail: detailOf(facts, [
      balance.kind === 'estimated' &&
        say('The network doesn’t report the remaining credits, so this is an estimate.'),
    ]),
    answers: answersOf([
      some && { title: say('Upload Only {0}', paid.length), value: withUploads(plan, paid, 'leftOut') },
      some &&
        rest.every(canStay) && {
          title: say('Run Rest Locally'),
          value: withUploads(plan, paid, 'here'),
        },
      !some && hereAnswer(plan),
      balance.kind === 'estimated' && { title: say('Try All'), value: plan },
      facts.hasAccountPage && { title: say('Open Account Page'), value: accountPage },
    ]),
  };
}

function firstQuestion(facts: UploadFacts): UploadQuestion {
  const { plan, cost, balance, host } = facts;
  const files = filesName(uploadsOf(plan));
  const least = creditsText(cost.minCredits);
  return {
    message:
      balance.kind === 'uncharged'
        ? say('Send {0} to {1}?', files, untrusted(host))
        : say('Send {0} to {1} for at least {2}?', files, untrusted(host), least),
    detail: detailOf(facts, []),
    answers: answersOf([{ title: say('Upload'), value: plan }, hereAnswer(plan)]),
  };
}

function costQuestion(facts: UploadFacts): UploadQuestion {
  const { plan, cost } = facts;
  const least = creditsText(cost.minCredits);
  const uploads = uploadsOf(plan);
  return {
    message:
      uploads.length === 1
        ? say('Spend at least {0} on {1}?', least, filesName(uploads))
        : batchQuestion(plan),
    detail: detailOf(facts, [uploads.length > 1 && say('This costs at least {0}.', least)]),
    answers: answersOf([{ title: say('Start'), value: plan }, hereAnswer(plan)]),
  };
}

function detailOf(
  { plan, pictures, host, balance, renewal, isFirst }: UploadFacts,
  more: readonly (SafeText | false)[],
): SafeText {
  const others = plan.planned.length - uploadsOf(plan).length;
  const left = joined([balanceText(balance), renewal], ', ');
  const details = [
    leftOutText(plan),
    pictures > 0 &&
      sayCount(pictures, {
        one: '{0} picture in the text is uploaded too.',
        other: '{0} pictures in the text are uploaded too.',
      }),
    say('On {0}: {1}.', untrusted(host), left),
    ...more,
    others > 0 && say('Files processed on this computer: {0}.', others),
    isFirst && say('You’re only asked once in this workspace.'),
  ];
  return sentences(details.map((sentence) => (sentence === false ? undefined : sentence)));
}

function filesName(files: readonly PlannedFile[]): SafeText {
  const [first, ...others] = files;
  return first !== undefined && others.length === 0 ? fileName(first.uri) : filesText(files.length);
}

function hereAnswer(plan: WorkPlan): UploadQuestion['answers'][number] | false {
  return (
    uploadsOf(plan).every(canStay) && {
      title: say('Use This Computer'),
      value: withUploads(plan, [], 'here'),
    }
  );
}

function canStay({ canStayHere }: PlannedFile): boolean {
  return canStayHere === true;
}

function answersOf(
  answers: readonly (UploadQuestion['answers'][number] | false)[],
): UploadQuestion['answers'] {
  return answers.filter((answer) => answer !== false);
}
