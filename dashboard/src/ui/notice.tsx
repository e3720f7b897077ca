import { AlertTriangle, CheckCircle2, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const looks = {
  info: { icon: Info, look: 'bg-accent-soft text-accent-strong' },
  good: { icon: CheckCircle2, look: 'bg-good-soft text-good' },
  warn: { icon: AlertTriangle, look: 'bg-warn-soft text-warn' },
  bad: { icon: AlertTriangle, look: 'bg-bad-soft text-bad' },
};

interface NoticeProps {
  tone?: keyof typeof looks;
  children: ReactNode;
  className?: string;
}

export function Notice({ tone = 'info', children, className }: NoticeProps) {
  const { icon: Icon, look } = looks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={classNames('flex gap-2.5 rounded-lg px-3 py-2.5 text-[13px]', look, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 grow break-words">{children}</div>
    </div>
  );
}
