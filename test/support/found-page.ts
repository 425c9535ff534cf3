/** What a client without script reads in a page's head. */
export type FoundPage = {
  title: string
  /** By `name` or `property`. */
  meta: Map<string, string>
  canonical: string | undefined
  /** schema.org objects, by type. */
  data: Map<string, unknown>
}

/** Parses the head of a rendered document. Throws if something occurs twice, or if a data block is not JSON. */
export function readPage(html: string): FoundPage {
  const head = /<head>([\s\S]*?)<\/head>/.exec(html)?.[1] ?? ''
  const titles = [...head.matchAll(/<title>([\s\S]*?)<\/title>/g)].map((match) => decode(match[1] ?? ''))
  const tagsOf = (tag: 'meta' | 'link') =>
    [...head.matchAll(new RegExp(`<${tag}((?:\\s+[\\w-]+="[^"]*")+)/>`, 'g'))].map(([, attributes = '']) =>
      attributesOf(attributes),
    )
  const named = tagsOf('meta').flatMap(({ name, property, content = '' }) => {
    const called = name ?? property
    return called === undefined ? [] : [[called, content] as const]
  })
  const canonical = tagsOf('link').flatMap(({ rel, href = '' }) => (rel === 'canonical' ? [href] : []))
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    (match) => JSON.parse(match[1] ?? '') as { '@type': string },
  )
  const data = blocks.map((block) => [block['@type'], block] as const)
  return {
    title: onceEach(titles.map((title) => ['title', title] as const)).get('title') ?? '',
    meta: onceEach(named),
    canonical: onceEach(canonical.map((href) => ['canonical', href] as const)).get('canonical'),
    data: onceEach(data),
  }
}

function onceEach<Value>(pairs: readonly (readonly [string, Value])[]): Map<string, Value> {
  const map = new Map(pairs)
  if (map.size < pairs.length) throw new Error(`Said twice among ${pairs.map(([name]) => name).join(', ')}`)
  return map
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
}
