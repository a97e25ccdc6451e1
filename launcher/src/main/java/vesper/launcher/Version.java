package vesper.launcher;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this program. */
final class Version implements IVersionProvider {
    /** As the manifest of our jar has it; a run from classes has none. */
    static String text() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("unreleased");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"vesper " + text() + " on Java " + Runtime.version()};
    }
}
