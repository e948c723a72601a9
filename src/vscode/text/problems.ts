import type { KnownProblemCode } from '../../contract/errors.ts';
import { type Fault, faultSentences, isUnsupportedKind, unsupportedSentence } from '../../contract/fault.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { placeholders } from '../../jobs/placement/template.ts';
import { untrusted, say, sentences, type SafeText } from './safeText.ts';

type Sentence = (detail: SafeText, isOurs: boolean) => SafeText;

/** The extension's own sentence, followed by the service's text. If that is also ours, it says everything. */
const withDetail =
  (sentence: () => SafeText): Sentence =>
  (detail, isOurs) =>
    isOurs ? detail : sentences([sentence(), detail]);

const noPermission: Sentence = () =>
  say('You don’t have permission to access the file or its folder. Change the permissions and try again.');
const busy: Sentence = () => say('The service is busy. The job is retried automatically.');
const refused = withDetail(() => say('The service rejected the request.'));
const couldNot = withDetail(() => say('The service couldn’t complete the request.'));
const tooComplex = withDetail(() => say('The file is too complex to convert safely.'));
const notOffered: Sentence = () => say('This file can’t be converted that way. Select another format.');
const notCompressible: Sentence = () => say('Files of this type can’t be compressed. Select another file.');
const ownFault = withDetail(() => say('An unexpected error occurred. See the log.'));

/** A sentence for each known code that says what happened and what to do. */
const texts: Readonly<Record<KnownProblemCode, Sentence>> = {
  'file.missing': () => say('The file no longer exists at this location. Select it again.'),
  'file.empty': () => say('The file is empty, so there is nothing to convert.'),
  'file.not_a_file': () => say('This isn’t a file. Select a file.'),
  'file.unreadable': noPermission,
  'file.no_permission': noPermission,
  'file.no_space': () => say('The disk is full. Free up space and try again.'),
  'file.unwritable': () => say('The result can’t be saved in this folder. Save it somewhere else.'),
  'file.too_large': () => say('The file is too large for a virtual workspace. Copy it to the disk first.'),
  'file.too_large_to_show': tooLargeToShow,
  'source.changed': () => say('The file changed while it was being read. Try again.'),

  'formats.unknown_type': () => say('Files of this type aren’t supported. Select another file.'),
  'formats.nothing_here': () => say('None of the selected files can be converted.'),
  'formats.incompressible': notCompressible,
  'formats.too_many': (most) => say('At most {0} files can be combined. Select fewer.', most),
  'formats.same': () => say('The file already has that format.'),
  'formats.compressed_before': () => say('The file has already been compressed.'),
  'formats.unsupported': notOffered,
  'formats.needs_program': (program) => say('Install {0} on this computer to process this file.', program),
  'upload.not_allowed': () =>
    say(
      'Your settings keep this file from being uploaded. Change “Never Upload” or “Run On” to send it to the network.',
    ),
  'upload.not_confirmed': () =>
    say(
      'Uploads from this workspace haven’t been confirmed yet. Convert a file with a command to be asked, and then try again.',
    ),
  'network.not_configured': () =>
    say('No address is set for the network. Set it up first, or use this computer.'),
  'network.other_address': () =>
    say(
      'The job belongs to another network address. Restore that address in the settings, and then try again.',
    ),
  'api_key.changed': () =>
    say('The API key was changed after this file was selected. Resume it to use the new key.'),
  'api_key.other_account': () =>
    say(
      'The file was sent with the API key of another account. Set a key of that account to get the result.',
    ),
  'api_key.missing': () => say('The network requires an API key. Set it to continue.'),
  'api_key.invalid_or_ip_not_allowed': () =>
    say('The network rejected the API key or this IP address. Check the key and its allowed addresses.'),

  'request.file_too_large': withDetail(() => say('The file is larger than your plan allows.')),
  'request.invalid_target_format': notOffered,
  'conversions.unsupported_pair': notOffered,
  'compressions.unsupported_format': notCompressible,
  'request.invalid_content_type': refused,
  'request.no_files': refused,
  'request.invalid_option': refused,
  'request.unsupported_version': refused,
  'request.host_not_allowed': refused,
  'request.not_found': refused,
  'request.method_not_allowed': refused,
  'request.malformed': refused,
  'request.idempotency_key_reused': refused,
  'request.pages_uncountable': tooComplex,
  'service.internal_error': couldNot,

  'entitlements.insufficient_credits': () => say('You don’t have enough credits.'),
  'usage.daily_limit_exceeded': () =>
    say('Your plan’s daily limit is reached. Continue tomorrow, or on this computer.'),
  'batch.limit_exceeded': () =>
    say('Your plan allows fewer files at a time. Resume the rest when you’re ready.'),
  rate_limited: busy,
  'queue.limit_exceeded': busy,
  'queue.pool_saturated': busy,

  'jobs.expired': () => say('The result expired after an hour. Try again.'),
  'jobs.not_found': () =>
    say('The service no longer has this job, so its result can’t be downloaded. Try again.'),
  'jobs.not_ready': () => say('The result isn’t ready yet. Try again.'),
  'jobs.no_output': () => say('The job has no result. Try again.'),
  'options.withheld': () =>
    say('Passwords are never stored, so this job can’t resume after a restart. Retry it with the password.'),
  'job.in_other_window': () =>
    say(
      'Another window is already processing this file in the same way. Nothing was sent again. Check the jobs in that window.',
    ),
  'job.failed': couldNot,
  'job.lost': () => say('The service lost the job several times. Try again later.'),
  'conversion.failed': couldNot,
  'conversion.invalid_input': withDetail(() => say('The file can’t be processed.')),
  'conversion.limit_exceeded': tooComplex,
  'conversion.size_not_met': withDetail(() => say('The file can’t be made that small.')),
  'conversion.unsupported_kind': withDetail(() => say('This kind of file isn’t supported.')),
  'conversion.unsupported_script': withDetail(() => say('Some of the text can’t be shown in a PDF.')),
  'conversion.program_needed': (detail) => sentences([detail, say('Install it and try again.')]),
  'conversion.password_needed': (detail) => sentences([detail, say('Try again to enter the password.')]),
  'conversion.timed_out': () => say('The conversion took too long and was stopped.'),
  'output.invalid': () => say('The service’s result was damaged and not saved. Try again.'),
  'output.unknown_placeholder': (placeholder) =>
    say(
      '“{0}” isn’t supported in the folder or name of results. Supported: {1}.',
      placeholder,
      untrusted(placeholders.join(' ')),
    ),
  'output.name_with_folder': () => say('Result names can’t contain a folder. Set the folder separately.'),
  'output.folder_elsewhere': (folder) =>
    say('“{0}” isn’t a folder on this computer. Choose another folder for results.', folder),
  'output.outside_workspace': (folder) =>
    say('“{0}”, the workspace’s folder for results, is outside of the workspace, so it’s ignored.', folder),
  'output.not_placed': () => say('The result couldn’t be saved next to its source. Save it somewhere else.'),

  'sign_in.canceled': () => say('The sign-in was canceled.'),
  'sign_in.expired': () => say('The sign-in wasn’t completed in five minutes. Start it again.'),
  'sign_in.replaced': () => say('This sign-in ended because another one began in this window.'),
  'sign_in.refused': withDetail(() => say('The identity provider refused the request.')),
  'sign_in.untrusted': withDetail(() => say('The response to the sign-in can’t be trusted. Start it again.')),
  'sign_in.key_rejected': () =>
    say(
      'The network rejects the key from this sign-in. Ask its operator whether the account page belongs to it, and whether your IP address is allowed.',
    ),

  'submission.interrupted': () =>
    say('The connection was lost after the file was sent, so it may have been accepted.'),
  'transport.unreachable': () =>
    say('The service can’t be reached. Check the connection and the address in the settings.'),
  'transport.certificate': () =>
    say('The network’s certificate isn’t trusted. Check the address, or add the certificate.'),
  'transport.interrupted': () => say('The connection was lost. Try again.'),
  'transport.redirected': () =>
    say('The network’s address redirects to another site. Correct it in the settings.'),
  'transport.unsafe_redirect': () =>
    say('The network stores the result at an unsafe address. Contact the network’s operator.'),
  'transport.storage': () =>
    say('The network’s storage didn’t deliver the result. The download is retried automatically.'),
  'transport.unreadable': () =>
    say('The response isn’t from a File Utility Network service. Check the address in the settings.'),
  'response.unexpected_shape': withDetail(() => say('The service’s response couldn’t be understood.')),
  'arguments.invalid': withDetail(() => say('The command was called with invalid arguments.')),
  'localService.unavailable': () =>
    say('The service on this computer couldn’t be started. See the log for the reason.'),
  'localService.exited': () => say('The service on this computer ended unexpectedly. Try again.'),
  'journal.unwritable': () => say('The job list couldn’t be saved, so nothing was sent. Free up disk space.'),
  unexpected: ownFault,
};

export function tooLargeToShow(): SafeText {
  return say('The file is too large to show.');
}

/**
 * A sentence about a problem, with the file's name in front if the problem has one. For an unknown code, the detail
 * with the code.
 */
export function problemText({ file, ...problem }: Problem): SafeText {
  const text = sentenceOf(problem);
  return file === undefined ? text : say('{0}: {1}', untrusted(file), text);
}

/** The detail of a problem: the translation of its fault if it has one, else the original text. */
export function detailText({ fault, detail }: Problem): SafeText {
  return fault === undefined ? untrusted(detail) : faultText(fault);
}

function sentenceOf(problem: Problem): SafeText {
  const { code } = problem;
  const detail = detailText(problem);
  if (isKnown(code)) return texts[code](detail, problem.fault !== undefined);
  return detail === '' ? untrusted(code) : say('{0} ({1})', detail, untrusted(code));
}

function isKnown(code: string): code is KnownProblemCode {
  return Object.hasOwn(texts, code);
}

/** The reason for a failed conversion. Services send the same messages in English. */
export function faultText({ id, parameters, file }: Fault): SafeText {
  const named = parameters.map((each) => (typeof each === 'string' ? untrusted(each) : each));
  const text = say(faultSentences[id], ...named);
  const sentence = isUnsupportedKind(id) ? say(unsupportedSentence, text) : text;
  return file === undefined ? sentence : say('{0}: {1}', untrusted(file), sentence);
}
