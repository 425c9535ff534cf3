import { z } from 'zod'
import { isStorable } from '../storable-text.ts'

export const plainText = (maxChars: number, tooLong = 'Too long') =>
  z.string().trim().max(maxChars, tooLong).refine(isStorable, 'Not a valid text')

export const id = z.string().refine(isStorable, 'Not a valid id')
