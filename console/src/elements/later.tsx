/** Loads the script of an element when the element is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function Later({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    void load().then(({ default: Loaded }) => setShown(() => Loaded));
  }, []);
  return Shown && <Shown />;
}
