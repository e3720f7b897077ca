import { lazy, Suspense, useEffect, useState } from 'react';
import { setIdentityPrompt, setSignInPrompt } from '../api/request.ts';

const SignInAgain = lazy(() =>
  import('./sign-in-again.tsx').then(({ SignInAgain: component }) => ({ default: component })),
);
const ReauthenticateDialog = lazy(() =>
  import('./reauthenticate-dialog.tsx').then(({ ReauthenticateDialog: component }) => ({
    default: component,
  })),
);

/** The dialogs that a refused request asks for. They are loaded when they are needed. */
export function Prompts() {
  const signIn = usePrompt(setSignInPrompt);
  const identity = usePrompt(setIdentityPrompt);
  return (
    <Suspense>
      {signIn && <SignInAgain onFinish={signIn} />}
      {identity && <ReauthenticateDialog onFinish={identity} />}
    </Suspense>
  );
}

type Finish = (isDone: boolean) => void;

/** What ends the prompt; null while nobody is asked. Several requests share one prompt. */
function usePrompt(register: (prompt: (() => Promise<boolean>) | null) => void): Finish | null {
  const [finish, setFinish] = useState<Finish | null>(null);
  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    register(() => {
      asked ??= new Promise<boolean>((resolve) =>
        setFinish(() => (isDone: boolean) => {
          asked = null;
          setFinish(null);
          resolve(isDone);
        }),
      );
      return asked;
    });
    return () => register(null);
  }, [register]);
  return finish;
}
