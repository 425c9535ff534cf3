import { randomBytes } from 'node:crypto'

/** A placeholder in a request for a word that is new every time the request is sent. */
export const NEW_WORD = '{new-word}'

export const newWord = () => randomBytes(12).toString('hex')
export const isRenewed = (text: string) => text.includes(NEW_WORD)
export const renewedText = (text: string, word: string) => text.replaceAll(NEW_WORD, word)
