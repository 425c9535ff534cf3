/** A file and what it imports as the text of one script (build/inline-script.ts). */
declare module '*?script' {
  const text: string
  export default text
}
