import { headings, words } from './markupSamples.ts';

const page = (title: string, text: string): string => `
<draw:page draw:name="${title}">
<draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame>
<draw:frame svg:x="2cm" svg:y="6cm" svg:width="20cm" svg:height="5cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>
</draw:page>`;

/** Two slides, as a flat OpenDocument presentation. */
export const slides = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation>${page(headings[0], words.join(' '))}${page(headings[1], 'The end.')}
</office:presentation></office:body></office:document>
`;
