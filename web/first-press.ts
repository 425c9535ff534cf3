/**
 * A double click, and Enter held down, act only on what was pressed first, not on what that brought under the pointer or gave
 * the focus to: they would close what they have just opened, remove the next line along with the one that was meant, and press
 * whatever a followed link shows there.
 */
export function ignoreRepeatedPresses(): void {
  let pressed: unknown
  const onPress = (event: UIEvent & Partial<KeyboardEvent>) => {
    const control = (event.target as Element).closest('a, button, label')
    if (!(event.detail > 1 || (event.repeat && event.key === 'Enter'))) pressed = control
    else if (control !== pressed) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // Before any other listener.
  addEventListener('click', onPress, true)
  addEventListener('keydown', onPress, true)
}
