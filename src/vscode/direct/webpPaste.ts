import type { PasteChoiceId } from '../ui/pasteChoice.ts';

/** Registration of **Insert as WebP**, for picture files and for pictures in the clipboard. */
export const webpPaste: PasteChoiceId = {
  kind: ['fileUtilityNetwork', 'webp'],
  languages: ['markdown', 'html'],
  mimeTypes: ['text/uri-list', 'image/*'],
};
