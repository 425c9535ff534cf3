import { z } from 'zod'
import { failures, get, id, json } from './route.ts'

/** A run of text in one style. A link leads to another site, an address or number, or a path of the shop. */
const span = z
  .object({
    text: z.string(),
    isStrong: z.literal(true).optional(),
    isEmphasized: z.literal(true).optional(),
    href: z.string().optional(),
  })
  .meta({ id: 'TextSpan' })
export type TextSpan = z.infer<typeof span>
const spans = z.array(span)

const textBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['heading', 'subheading', 'paragraph', 'notice']), spans }),
  z.object({ kind: z.enum(['list', 'steps']), items: z.array(spans) }),
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.object({ spans, align: z.enum(['left', 'right']) })),
    rows: z.array(z.array(spans)),
  }),
])
export type TextBlock = z.infer<typeof textBlock>

const textPage = z
  .object({
    id,
    title: z.string(),
    description: z.string().meta({ description: 'Its first paragraph, without styles' }),
    blocks: z.array(textBlock),
  })
  .meta({ id: 'TextPage' })
export type TextPage = z.infer<typeof textPage>

export const getTextPage = get('/text-page/{id}', {
  summary: "A page of the owner's words, such as delivery, returns or terms",
  tags: ['text-page'],
  request: { params: z.object({ id: id.meta({ description: 'Name of the page' }) }) },
  responses: { 200: json(textPage, 'The page'), ...failures(400, 404) },
})
