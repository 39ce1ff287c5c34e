internal import Plain

/// Completions for a shell, made from the table of commands; accounts, chats and scenes it asks psst for.
enum Completion: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static var rows: [CommandRow] { CommandTable.commands }

  private static func shown(_ row: CommandRow) -> [OptionRow] {
    row.allOptions.filter { !$0.isHidden }
  }

  /// What the operands of a command are, where psst can say it.
  private static func operands(_ row: CommandRow) -> NameKind? {
    switch row.verb {
    case .send, .read, .export: .chats
    case .demo: .scenes
    case .accountRemove: .accounts
    case .help: .commands
    default: nil
    }
  }

  private static func values(_ option: OptionRow) -> String {
    if !option.choices.isEmpty { return "W:" + option.choices.joined(separator: " ") }
    switch option.value {
    case "NAME": return "N:accounts"
    case "FILE", "DIR", "PATH": return "F:"
    case "PROGRAM": return "W:" + Import.Kind.allCases.map(\.rawValue).joined(separator: " ")
    default: return "-:"
    }
  }

  // MARK: bash

  /// `case`s by the words that name a command.
  private static func cases(_ indent: String, _ body: (CommandRow) -> String) -> String {
    rows.map { "\(indent)\"\($0.words.joined(separator: " "))\") \(body($0)) ;;" }
      .joined(separator: "\n")
  }

  private static var nextWords: String {
    let groups = Set(rows.map { Array($0.words.dropLast()) }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    return groups.map { group in
      let next = CommandTable.rows(below: group).map { $0.words[group.count] }
      let unique = next.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return "    \"\(group.joined(separator: " "))\") next=\"\(unique.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }

  private static var valueCases: String {
    var seen: Set<String> = []
    let options = rows.flatMap { shown($0) }.filter {
      $0.value != nil && seen.insert($0.name).inserted
    }
    return options.map { option in
      let value = values(option)
      let rest = value.dropFirst(2)
      return switch value.first {
      case "W": "    --\(option.name)) COMPREPLY=($(compgen -W \"\(rest)\" -- \"$cur\")); return ;;"
      case "N":
        "    --\(option.name)) COMPREPLY=($(compgen -W \"$(psst help --names \(rest) 2>/dev/null)\" -- \"$cur\")); return ;;"
      case "F": "    --\(option.name)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;"
      default: "    --\(option.name)) return ;;"
      }
    }.joined(separator: "\n")
  }

  private static var takesValue: String {
    let names = Set(rows.flatMap { shown($0) }.filter { $0.value != nil }.map { "--" + $0.name })
    return names.sorted().joined(separator: "|")
  }

  private static var bashScript: String {
    """
    # bash completion for psst; made by psst help --completion bash
    \(bashFunction)
    complete -o default -F _psst_words psst

    """
  }

  private static var bashFunction: String {
    """
    _psst_words() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path="" next="" options="" kind="" word i
      COMPREPLY=()
      case $prev in
    \(valueCases)
      esac
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
          \(takesValue)) ((i++)); continue ;;
          -*) continue ;;
        esac
        case "$path" in
    \(nextWords)
          *) next="" ;;
        esac
        case " $next " in
          *" $word "*) path="${path:+$path }$word" ;;
          *) break ;;
        esac
      done
      case "$path" in
    \(nextWords)
        *) next="" ;;
      esac
      case "$path" in
    \(cases("    ") { row in
      "options=\"\(shown(row).map { "--" + $0.name }.joined(separator: " "))\" kind=\"\(operands(row)?.rawValue ?? "")\""
    })
      esac
      if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
      elif [[ -n $kind ]]; then
        COMPREPLY=($(compgen -W "$next $(psst help --names "$kind" 2>/dev/null)" -- "$cur"))
      else
        COMPREPLY=($(compgen -W "$next" -- "$cur"))
      fi
    }
    """
  }

  // MARK: zsh

  private static var zshScript: String {
    """
    #compdef psst
    # zsh completion for psst; made by psst help --completion zsh
    autoload -U +X bashcompinit && bashcompinit
    \(bashFunction)
    _bash_complete -o default -F _psst_words

    """
  }

  // MARK: fish

  private static var fishScript: String {
    let groups = rows.filter { $0.words.count > 1 }.map { $0.words[0] }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let head = [
      "# fish completion for psst; made by psst help --completion fish", "complete -c psst -f",
      "complete -c psst -n __fish_use_subcommand -a '\(groups.joined(separator: " "))'",
    ]
    return (head + rows.flatMap(fishLines)).joined(separator: "\n") + "\n"
  }

  private static func fishLines(_ row: CommandRow) -> [String] {
    func line(_ condition: String, _ rest: String) -> String {
      "complete -c psst -n '\(condition)' \(rest)"
    }
    func after(_ word: String?) -> String {
      word.map { "__fish_seen_subcommand_from \($0)" } ?? "__fish_use_subcommand"
    }
    var lines: [String] = []
    if let last = row.words.last {
      lines.append(line(after(row.words.dropLast().last), "-a \(last) -d \(quoted(row.help))"))
    }
    for option in shown(row) {
      let about = "\(fishValue(option)) -d \(quoted(option.help))"
      lines.append(line(after(row.words.last), "-l \(option.name)\(about)"))
    }
    if let kind = operands(row) {
      lines.append(
        line(after(row.words.last), "-a '(psst help --names \(kind.rawValue) 2>/dev/null)'"))
    }
    return lines
  }

  private static func fishValue(_ option: OptionRow) -> String {
    guard option.value != nil else { return "" }
    let value = values(option)
    let rest = value.dropFirst(2)
    return switch value.first {
    case "W": " -x -a '\(rest)'"
    case "N": " -x -a '(psst help --names \(rest) 2>/dev/null)'"
    case "F": " -r -F"
    default: " -x"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
