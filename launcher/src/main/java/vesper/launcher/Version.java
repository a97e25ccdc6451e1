package vesper.launcher;

import java.util.Optional;

/** The version of this program. */
final class Version {
    private Version() {}

    /** Returns the version from the manifest of the jar; "unreleased" if the program runs from class files. */
    static String text() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("unreleased");
    }
}
