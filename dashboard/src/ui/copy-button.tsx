import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

const shownMs = 1_500;

export function CopyButton({
  text,
  label = 'Copy',
  isIcon,
}: {
  text: string;
  label?: string;
  isIcon?: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  const icon = isCopied ? (
    <Check className="size-4 text-good" aria-hidden />
  ) : (
    <Copy className="size-4" aria-hidden />
  );
  return (
    <Button
      size={isIcon ? 'icon' : 'small'}
      look={isIcon ? 'quiet' : 'plain'}
      icon={icon}
      aria-label={isCopied ? 'Copied' : label}
      onClick={() => void copy()}
    >
      {!isIcon && (isCopied ? 'Copied' : label)}
    </Button>
  );
}
