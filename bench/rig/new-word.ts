import { randomBytes } from 'node:crypto'

/** Stands in a request for a word that is new each time that it is asked. */
export const NEW_WORD = '{new-word}'

export const newWord = () => randomBytes(12).toString('hex')
export const isRenewed = (text: string) => text.includes(NEW_WORD)
export const renewedText = (text: string, word: string) => text.replaceAll(NEW_WORD, word)
