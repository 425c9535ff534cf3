/** Tags are written as one word in the catalogue: "NewIn" reads "New In". */
export function tagLabel(tag: string): string {
  return tag.replace(/([a-z])([A-Z])/g, '$1 $2')
}
