/** Hook: whether an element has come into view, so that its data is loaded only then. */
import { useEffect, useRef, useState } from 'preact/hooks';

export function useSeen(): [isSeen: boolean, ref: { current: HTMLElement | null }] {
  const [isSeen, setSeen] = useState(false);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver((changes) => {
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isSeen, ref];
}
