import { Component, type ReactNode } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { Recovery, type Recover } from './recovery-context.ts';

interface RemoteBoundaryProps {
  recover: Recover;
  children: ReactNode;
}

/**
 * Keeps a throw inside the remote or slot it happened in. Another build takes its place; where there is none, a panel
 * with a way back.
 */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { hasThrown: boolean; isFinal: boolean }> {
  override state = { hasThrown: false, isFinal: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    void this.props.recover(error).then((isReplaced) => this.setState({ isFinal: !isReplaced }));
  }

  override render() {
    const { hasThrown, isFinal } = this.state;
    if (!hasThrown) return <Recovery.Provider value={this.props.recover}>{this.props.children}</Recovery.Provider>;
    return isFinal && <FailurePanel onRetry={() => this.setState({ hasThrown: false, isFinal: false })} />;
  }
}
