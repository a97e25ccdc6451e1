package vesper.launcher;

import picocli.CommandLine.IVersionProvider;

/**
 * What {@code --version} prints. Apart from {@link Version}, so that a server need not load picocli for its version.
 */
final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"vesper " + Version.text() + " on Java " + Runtime.version()};
    }
}
