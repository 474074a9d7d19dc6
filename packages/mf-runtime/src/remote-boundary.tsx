import { Component, type ReactNode } from 'react';
import { FailurePanel } from './failure-panel.tsx';

interface RemoteBoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** Keeps a throw inside the remote or slot it happened in: a panel with a way back stands there, the rest goes on. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <FailurePanel onRetry={() => this.setState({ failed: false })} />;
  }
}
