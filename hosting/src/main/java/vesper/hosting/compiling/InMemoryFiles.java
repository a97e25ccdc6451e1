package vesper.hosting.compiling;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/**
 * The files that javac reads and writes: jars are on disk, everything else is in memory.
 *
 * <p>The platform's jars come from a file manager that outlives this one, because opening them takes longer than
 * compiling a package. The package's own libraries are opened for this compilation only. Classes compiled from stubs
 * are dropped: they only represent Groovy classes until those are compiled.
 */
final class InMemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final JavaFileManager libraries;
    private final Map<String, Output> outputs = new HashMap<>();
    private final Map<String, List<JavaFileObject>> visibleByPackage = new HashMap<>();

    /**
     * Creates the files for one compilation.
     *
     * @param platform not closed together with this instance
     * @param libraries has the package's own class path; closed together with this instance
     */
    InMemoryFiles(JavaFileManager platform, JavaFileManager libraries, ClassFiles visibleClasses) {
        super(platform);
        this.libraries = libraries;
        visibleClasses
                .byName()
                .forEach((name, bytes) -> visibleByPackage
                        .computeIfAbsent(packageOf(name), _ -> new ArrayList<>())
                        .add(new InMemoryClass(name, bytes)));
    }

    /**
     * Returns whether this is the name of one of the package's own sources. A type check would fail, because javac
     * wraps the files that it receives.
     */
    static boolean isSource(URI name) {
        return Source.SCHEME.equals(name.getScheme());
    }

    /** Returns the classes that javac has written, without those of stubs. */
    ClassFiles classes() {
        Map<String, byte[]> bytesByName = new HashMap<>();
        outputs.forEach((name, output) -> {
            if (!output.ofStub) bytesByName.put(name, output.bytes.toByteArray());
        });
        return new ClassFiles(bytesByName);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        Output output = new Output(className, kind, !(sibling instanceof Source));
        outputs.put(className, output);
        return output;
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
        Iterable<JavaFileObject> ofPlatform = super.list(location, packageName, kinds, recurse);
        if (location != StandardLocation.CLASS_PATH) return ofPlatform;
        List<JavaFileObject> all = new ArrayList<>(visibleByPackage.getOrDefault(packageName, List.of()));
        libraries.list(location, packageName, kinds, recurse).forEach(all::add);
        ofPlatform.forEach(all::add);
        return all;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof InMemoryClass visible ? visible.className : super.inferBinaryName(location, file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a.toUri().equals(b.toUri());
    }

    @Override
    public void close() throws IOException {
        libraries.close();
    }

    private static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    /** A Java source of the package. */
    static final class Source extends SimpleJavaFileObject {
        private static final String SCHEME = "source";

        final SourceFile file;

        Source(SourceFile file) {
            super(URI.create(SCHEME + ":///").resolve(encoded(file.path())), Kind.SOURCE);
            this.file = file;
        }

        private static String encoded(String path) {
            return "/" + path.replace("%", "%25").replace(" ", "%20");
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }

    /** A class that javac writes. */
    private static final class Output extends SimpleJavaFileObject {
        final boolean ofStub;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String className, Kind kind, boolean ofStub) {
            super(URI.create("classes:///" + className.replace('.', '/') + kind.extension), kind);
            this.ofStub = ofStub;
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /** A class that already exists in memory. */
    private static final class InMemoryClass extends SimpleJavaFileObject {
        final String className;
        private final byte[] bytes;

        InMemoryClass(String className, byte[] bytes) {
            super(URI.create("visible:///" + className.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
            this.className = className;
            this.bytes = bytes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
