import { lexer, type Token, type Tokens } from 'marked';
import { syllable } from 'syllable';

interface Readability {
  /** Flesch reading ease: 60 to 70 is plain English. */
  ease: number;
  sentences: number;
  /** Sentences of more than 30 words. */
  long: string[];
}

const longWords = 30;

/** Of paragraphs and lists. Code blocks, tables and headings don't count; inline code counts as one short word. */
export function readability(markdown: string): Readability {
  const sentences = lexer(markdown)
    .flatMap(textsOf)
    .flatMap((text) => text.split(/(?<=[.!?])["”)]?\s+/))
    .map((sentence) => ({ sentence, words: sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,%-]*/gu) ?? [] }))
    .filter(({ words }) => words.length > 0);
  const words = sentences.flatMap((own) => own.words);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return {
    ease: 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length),
    sentences: sentences.length,
    long: sentences.filter((own) => own.words.length > longWords).map(({ sentence }) => sentence),
  };
}

function textsOf(token: Token): string[] {
  if (token.type === 'paragraph') return [plain((token as Tokens.Paragraph).tokens)];
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap(({ tokens }) =>
      tokens.flatMap((own) =>
        own.type === 'text' ? [plain((own as Tokens.Text).tokens ?? [own])] : textsOf(own),
      ),
    );
  return token.type === 'blockquote' ? (token as Tokens.Blockquote).tokens.flatMap(textsOf) : [];
}

function plain(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan') return 'code';
      if (token.type === 'image') return '';
      return 'tokens' in token && token.tokens !== undefined ? plain(token.tokens) : token.raw;
    })
    .join('')
    .replaceAll(/\s+/g, ' ');
}
