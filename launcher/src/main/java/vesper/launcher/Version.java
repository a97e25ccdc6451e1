package vesper.launcher;

import java.util.Optional;

/** The version of this program. */
final class Version {
    private Version() {}

    /** As the manifest of our jar has it; a run from classes has none. */
    static String text() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("unreleased");
    }
}
