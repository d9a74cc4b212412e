export type TabMemory<Value> = {
  keep: (userId: string, value: Value) => void;
  /** What this person left in this tab, or null; what somebody else left is nobody's to see. */
  recall: (userId: string) => Value | null;
  forget: () => void;
};

/** What a tab keeps for one person, over a page that is loaded again or left and come back to. */
export function tabMemory<Value>(key: string): TabMemory<Value> {
  return {
    keep: (userId, value) => sessionStorage.setItem(key, JSON.stringify({ userId, value })),
    recall: (userId) => {
      const text = sessionStorage.getItem(key);
      if (text === null) return null;
      const kept = JSON.parse(text) as { userId: string; value: Value };
      return kept.userId === userId ? kept.value : null;
    },
    forget: () => sessionStorage.removeItem(key),
  };
}
