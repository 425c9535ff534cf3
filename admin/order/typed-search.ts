import { create } from 'zustand'

/**
 * What is typed into the search of orders, for the way back from one that it has found. In memory alone, as it may name a buyer: no
 * address and no disk of this device keeps it, and whoever signs in next does not see it.
 */
export const useTypedSearch = create(() => '')

export const typeSearch = (text: string) => useTypedSearch.setState(text)
