package vesper.hosting.compiling;

import groovy.lang.GroovyClassLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.zip.CRC32C;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The class loader that Groovy uses while it compiles. It offers classes compiled from Java sources as resources, which
 * Groovy reads without loading them: they may extend Groovy classes that do not exist yet.
 */
final class JointLoader extends GroovyClassLoader {
    private volatile ClassFiles classes = ClassFiles.NONE;

    JointLoader(ClassLoader parent, CompilerConfiguration configuration) {
        super(parent, configuration);
    }

    void addClasses(ClassFiles compiled) {
        classes = compiled;
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL inMemory = findResource(name);
        return inMemory != null ? inMemory : super.getResource(name);
    }

    @Override
    public @Nullable URL findResource(String name) {
        if (!name.endsWith(".class")) return super.findResource(name);
        String className = name.substring(0, name.length() - ".class".length()).replace('/', '.');
        byte[] bytes = classes.bytesOf(className);
        return bytes == null ? super.findResource(name) : urlOf(name, bytes);
    }

    /** Groovy caches by URL, so the URL depends on the content. */
    private static URL urlOf(String name, byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        URI uri = URI.create("classes:/" + bytes.length + "-" + checksum.getValue() + "/" + name);
        try {
            return URL.of(uri, new InMemory(bytes));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class InMemory extends URLStreamHandler {
        private final byte[] bytes;

        InMemory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
