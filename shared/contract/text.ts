import { z } from 'zod'
import { isStorable } from '../storable-text.ts'

export const plainText = (maxChars: number, tooLong = 'Too long') =>
  z.string().trim().max(maxChars, tooLong).refine(isStorable, 'Not a valid text')

/** More than any product's id has. */
export const PRODUCT_ID_MAX_CHARS = 64

export const id = z.string().refine(isStorable, 'Not a valid id')
