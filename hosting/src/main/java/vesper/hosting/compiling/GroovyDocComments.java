package vesper.hosting.compiling;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.codehaus.groovy.ast.AnnotatedNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.FieldNode;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.PropertyNode;
import vesper.rest.operations.DocComments;

/** Collects the doc comments of compiled Groovy sources. */
final class GroovyDocComments {
    private final Map<String, String> texts = new HashMap<>();

    private GroovyDocComments() {}

    static Map<String, String> of(List<ModuleNode> modules) {
        GroovyDocComments comments = new GroovyDocComments();
        for (ModuleNode module : modules) module.getClasses().forEach(comments::gather);
        return comments.texts;
    }

    private void gather(ClassNode type) {
        String name = type.getName();
        add(name, type);
        for (FieldNode field : type.getFields()) add(DocComments.locationOf(name, field.getName()), field);
        for (PropertyNode property : type.getProperties()) {
            add(DocComments.locationOf(name, property.getName()), property);
        }
        for (MethodNode method : type.getMethods()) {
            List<String> types = Arrays.stream(method.getParameters())
                    .map(parameter -> nameOf(parameter.getType()))
                    .toList();
            add(DocComments.locationOf(name, method.getName(), types), method);
        }
    }

    private void add(String place, AnnotatedNode node) {
        if (!node.getGroovydoc().isPresent()) return;
        String text = DocComments.textOf(node.getGroovydoc().getContent());
        if (!text.isEmpty()) texts.put(place, text);
    }

    private static String nameOf(ClassNode type) {
        if (type.isArray()) return nameOf(type.getComponentType()) + "[]";
        String name = type.getNameWithoutPackage();
        return name.substring(name.lastIndexOf('$') + 1);
    }
}
