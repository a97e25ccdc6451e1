package vesper.launcher;

import picocli.CommandLine.IVersionProvider;

/** Prints the output of {@code --version}. Separate from {@link Version}, so that a server does not load picocli. */
final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"vesper " + Version.text() + " on Java " + Runtime.version()};
    }
}
