package vesper.launcher.admin;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Finds the source line at which a method starts, from the line numbers in its class file. */
final class SourceLine {
    private SourceLine() {}

    /** Returns the first line of the method's code; empty if the class file is not available or has no line numbers. */
    static OptionalInt of(Method method) {
        Class<?> type = method.getDeclaringClass();
        ClassLoader loader = type.getClassLoader();
        if (loader == null) return OptionalInt.empty();
        try (InputStream bytes = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return bytes == null ? OptionalInt.empty() : in(bytes, method);
        } catch (IOException | IllegalArgumentException e) {
            // The class file has an unknown format. The line is optional, so this is no error.
            return OptionalInt.empty();
        }
    }

    private static OptionalInt in(InputStream bytes, Method method) throws IOException {
        ClassModel read = ClassFile.of().parse(bytes.readAllBytes());
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        return read.methods().stream()
                .filter(each -> each.methodName().equalsString(method.getName())
                        && each.methodType().equalsString(descriptor))
                .map(SourceLine::firstOf)
                .flatMapToInt(OptionalInt::stream)
                .findFirst();
    }

    private static OptionalInt firstOf(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.findAttribute(Attributes.lineNumberTable()).stream())
                .flatMap(table -> table.lineNumbers().stream())
                .min(Comparator.comparingInt(LineNumberInfo::startPc))
                .map(first -> OptionalInt.of(first.lineNumber()))
                .orElse(OptionalInt.empty());
    }

    /**
     * Checks whether a file, judging by its name, contains the class. It does not if the method is inherited from a
     * class in another file.
     */
    static boolean isIn(@Nullable String file, Class<?> type) {
        if (file == null) return false;
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.indexOf('.');
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) outermost = outermost.getEnclosingClass();
        return dot > 0 && name.substring(0, dot).equals(outermost.getSimpleName());
    }
}
