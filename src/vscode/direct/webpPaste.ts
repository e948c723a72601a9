import type { PasteChoiceId } from '../ui/pasteChoice.ts';

/** Insert as WebP, for named picture files and for pictures themselves. */
export const webpPaste: PasteChoiceId = {
  kind: ['fileUtilityNetwork', 'webp'],
  languages: ['markdown', 'html'],
  mimeTypes: ['text/uri-list', 'image/*'],
};
